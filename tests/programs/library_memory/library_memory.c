#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <pthread.h>
#include <assert.h>
char b[16] = "12,34";
void *t(void*u){ b[4] = '5'; return 0; }
int main(){ pthread_t a; char *l = 0; size_t n = 0; pthread_create(&a,0,t,0); assert(strtol(b,0,10)==12); assert(atoi(b)==12); pthread_join(a,0); assert(getline(&l,&n,stdin)==-1); free(l);
 char *s; asprintf(&s,"%d",3); free(s); s=strdup("a"); free(s); s=aligned_alloc(64,64); free(s); }
