// What comes while the shop is not open.
export {}
