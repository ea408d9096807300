//! The same bytes for any number of threads and every time.

use crate::elimination::cells::{SEARCHES, tasks};
use crate::elimination::compartments::{compositions, searches};
use crate::elimination::task::{Place, Task};
use lethe::Context;
use proptest::prelude::*;

fn any_task() -> impl Strategy<Value = Task> {
    let cells = SEARCHES.map(str::to_owned).to_vec();
    let all = [cells, searches("columns"), searches("pairs"), compositions()].concat();
    tasks(&all.iter().map(String::as_str).collect::<Vec<_>>())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 80, ..ProptestConfig::default() })]

    #[test]
    fn threads_and_repetition_change_nothing(task in any_task(), seed in any::<u64>()) {
        let run = |threads| {
            let context = Context::new(threads).unwrap().with_seed(seed);
            let (report, files) = Place::of(&task).run(&task, &context);
            (report.holds, files)
        };
        let first = run(1);
        prop_assert_eq!(&first, &run(2));
        prop_assert_eq!(&first, &run(1));
    }
}
