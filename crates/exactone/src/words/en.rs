//! The English sentences that no type prints by itself.

use crate::solve::Status;

/// What a status means.
pub(super) const fn status(status: Status) -> &'static str {
    match status {
        Status::Unique => "exactly one solution",
        Status::Several => "more than one solution",
        Status::None => "no solution",
        Status::Unknown => "not decided",
        Status::Invalid => "not a puzzle",
    }
}
