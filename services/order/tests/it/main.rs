//! The order service through its gRPC door, on a real PostgreSQL, with a scripted catalogue, a
//! scripted address book and a scripted stock next door.

mod adding;
mod address_book;
mod away;
mod bank_server;
mod bonus_spending;
mod bonuses;
mod breaking_off;
mod calling_off;
mod checking;
mod desk;
mod epoint;
mod exactly_once;
mod leavers;
mod limits;
mod loading;
mod looking;
mod neighbour;
mod ordering;
mod paying;
mod payriff;
mod placing;
mod promo_desk;
mod promo_trial;
mod promos;
mod refunds;
mod repeating;
mod sandbox;
mod scarce;
mod shop;
mod slots;
mod taking_out;
mod together;
mod tracking;
mod warehouse;
mod whose;
