mod callbacks;
mod payments;
mod payouts;
mod shop;
