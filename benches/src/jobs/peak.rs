//! How much memory this process holds, as the kernel counts it.

use std::fs;

/// The most memory this process has held, in MiB.
pub(crate) fn peak_mib() -> f64 {
    mib("VmHWM:")
}

/// The memory this process holds now, in MiB.
pub(crate) fn resident_mib() -> f64 {
    mib("VmRSS:")
}

/// Makes [`peak_mib`] start again from what is held now; whether the kernel lets us.
pub(crate) fn forget_peak() -> bool {
    fs::write("/proc/self/clear_refs", "5").is_ok()
}

fn mib(field: &str) -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with(field));
    let kib = line.and_then(|line| line.split_whitespace().nth(1)).and_then(|kib| kib.parse::<f64>().ok());
    kib.map_or(f64::NAN, |kib| kib / 1024.0)
}
