// Nothing: the test programs reuse the headers that are precompiled for this file.
