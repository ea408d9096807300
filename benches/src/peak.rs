//! The most memory this process has held.

/// Peak resident set in MiB, as the kernel counts it.
pub(crate) fn peak_mib() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let kib = line.and_then(|line| line.split_whitespace().nth(1)).and_then(|kib| kib.parse::<f64>().ok());
    kib.map_or(f64::NAN, |kib| kib / 1024.0)
}
