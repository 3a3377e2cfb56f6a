//! Validates requests about reviews.

use kit::{
    Error, Result,
    input::{self, Checks},
};
use proto::catalog::{ListReviewsRequest, ModerateRequest, ReviewSort, ReviewState, WriteReviewRequest};

use crate::{
    app::review::{Decision, ModeratedText},
    db::review::Filter,
    domain::review::{Draft, RATING_RANGE, REASON_LENGTH, Sort, State, TEXT_LENGTH},
};

pub fn sort(sort: ReviewSort) -> Sort {
    match sort {
        ReviewSort::Unspecified | ReviewSort::Newest => Sort::Newest,
        ReviewSort::Best => Sort::Best,
        ReviewSort::Worst => Sort::Worst,
    }
}

/// `verified=false` is the same as absent.
pub fn filter(request: &ListReviewsRequest) -> Result<Filter> {
    let rating = request.rating.map(stars).transpose().map_err(|code| Error::invalid("rating", code))?;
    Ok(Filter { rating, only_verified: request.verified.unwrap_or_default() })
}

fn stars(raw: i32) -> Result<i16, &'static str> {
    i16::try_from(raw).ok().filter(|stars| RATING_RANGE.contains(&i32::from(*stars))).ok_or("out_of_range")
}

pub fn draft(request: &WriteReviewRequest) -> Result<Draft> {
    let mut checks = Checks::default();
    let rating = checks.take("rating", stars(request.rating));
    let text = checks.take("text", input::text(&request.text, TEXT_LENGTH));
    checks.finish()?;
    Ok(Draft { rating: rating.unwrap_or_default(), text: text.unwrap_or_default() })
}

pub fn state(raw: i32) -> Result<State> {
    match ReviewState::try_from(raw) {
        Ok(ReviewState::Unspecified | ReviewState::Pending) => Ok(State::Pending),
        Ok(ReviewState::Published) => Ok(State::Published),
        Ok(ReviewState::Rejected) => Ok(State::Rejected),
        Err(_) => Err(Error::invalid("state", "unknown_value")),
    }
}

/// A rejection needs a reason. An empty reason is the same as absent.
pub fn decision(request: &ModerateRequest) -> Result<(ModeratedText, Decision)> {
    let text = if request.is_reply {
        ModeratedText::Reply(input::id(request.id, "reply_not_found")?)
    } else {
        ModeratedText::Review(input::id(request.id, "review_not_found")?)
    };
    let reason = request.reason.as_deref().filter(|reason| !reason.trim().is_empty());
    let reason = reason.map(|reason| input::text(reason, REASON_LENGTH)).transpose();
    let decision = match (request.publish, reason.map_err(|code| Error::invalid("reason", code))?) {
        (true, reason) => Decision::Publish { reason },
        (false, Some(reason)) => Decision::Reject { reason },
        (false, None) => return Err(Error::invalid("reason", "reason_required")),
    };
    Ok((text, decision))
}
