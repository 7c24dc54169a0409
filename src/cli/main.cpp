#include "cli/cli.h"

int main(int argc, char** argv) { return heddle::cli::run(argc, argv); }
