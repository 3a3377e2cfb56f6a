#![cfg(test)]

mod postgres;
mod rollout;
