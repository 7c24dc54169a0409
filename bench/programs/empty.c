// Nothing: what starting and ending costs by itself.
int main(void) { return 0; }
