//! Randomized response.

use super::{budget, verdict};
use lethe_dp::falsify::{Distribution, distribution};
use lethe_dp::mechanism::RandomizedResponse;
use lethe_num::Verdict;

fn reported(survey: &RandomizedResponse, answer: Option<usize>) -> Distribution<usize> {
    distribution(100, |random| survey.respond(answer, random).unwrap())
}

#[test]
fn answers_keep_their_promise() {
    for epsilon in ["ln(3)", "1", "0.1"] {
        let guarantee = budget(epsilon, "0");
        for answers in [2usize, 3, 5] {
            let survey = RandomizedResponse::new(answers, &guarantee.epsilon).unwrap();
            // Answers that were not asked for and missing ones are records too.
            let all: Vec<Option<usize>> = (0..=answers).map(Some).chain([None]).collect();
            for &one in &all {
                assert_eq!(reported(&survey, one).len(), answers);
                for &other in &all {
                    let shown = verdict(&reported(&survey, one), &reported(&survey, other), &guarantee);
                    assert_eq!(shown, Verdict::True, "{epsilon} {answers}");
                }
            }
            let half = guarantee.halves().unwrap().0;
            assert_eq!(
                verdict(&reported(&survey, Some(0)), &reported(&survey, Some(1)), &half),
                Verdict::False
            );
        }
    }
}

#[test]
fn the_truth_has_exactly_its_chance() {
    let survey = RandomizedResponse::new(4, &"ln(3)".parse().unwrap()).unwrap();
    for (answer, chance) in reported(&survey, Some(2)) {
        let exact = if answer == 2 { 0.5 } else { 1.0 / 6.0 };
        assert!((chance.to_interval().lo() - exact).abs() < 1e-12, "{answer}");
    }
}
