void (*callback)(int);

int main(void) {
  callback(1);
}
