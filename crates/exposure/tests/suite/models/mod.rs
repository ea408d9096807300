//! Models of silos: counts that are added up, taken away, hidden and made noisy, against the plainest forms of all that.

mod combine;
mod hide;
mod made;
mod noise;
mod parts;
mod score;
mod search_known;
