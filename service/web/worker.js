const FILES = [/* FILES */];
