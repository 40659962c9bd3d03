/** A writing thread that ends before it has written anything. */
process.exit(1)
