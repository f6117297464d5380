//! The exactone libraries for the browser: each call takes a message of the page and gives one back.
//!
//! No logic of its own: what is decided, counted, encoded, proved or said in words comes from the libraries. What may
//! take long advances in slices, each with twice the time of the one before, so that a stop is heard between two of
//! them. `door` is all that the page sees; the other files know nothing of JavaScript and are tested without it.

pub mod protocol;
mod speech;
mod reading;
mod verdict;
mod clauses;
mod search;
mod race;
mod formula;
mod evidence;
mod door;

#[cfg(test)]
mod examples;
#[cfg(test)]
mod languages;
