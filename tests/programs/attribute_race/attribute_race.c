#include <pthread.h>
pthread_attr_t at; 
void *t(void*u){ pthread_attr_setdetachstate(&at, PTHREAD_CREATE_JOINABLE); return 0; }
int main(){ pthread_t a,b; pthread_attr_init(&at); pthread_create(&a,0,t,0); pthread_create(&b,&at,t,0); pthread_join(a,0); pthread_join(b,0); }
