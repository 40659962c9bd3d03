/** A thread that ends before it is ready. */
process.exit(1)
