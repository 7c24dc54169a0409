#include <iostream>
char n[4] = {'a','b','c','d'};
int main(){ std::cout << n; }
