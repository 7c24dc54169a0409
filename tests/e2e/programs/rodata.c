// Writes into a string literal, which lies in read-only memory.
char *text = "fixed";

int main(void) {
  text[0] = 'F';
  return 0;
}
