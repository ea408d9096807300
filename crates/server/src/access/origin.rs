//! By which name the service was reached, and from which page.

use crate::problem::{Problem, Result};
use axum::http::{HeaderMap, Uri, header};
use std::net::SocketAddr;

/// The names that are the service's own.
#[derive(Clone, Debug)]
pub(crate) struct Hosts(Vec<String>);

impl Hosts {
    /// The address that is listened on, this machine's own names where it is a loopback address, and what else was named.
    pub(crate) fn new(listen: SocketAddr, named: &[String]) -> Self {
        let port = listen.port();
        let mut all = vec![listen.to_string()];
        // Browsers leave out the usual ports.
        if port == 80 || port == 443 {
            let address = listen.to_string();
            all.extend(address.rsplit_once(':').map(|(name, _)| name.to_owned()));
        }
        if listen.ip().is_loopback() {
            all.extend(["localhost", "127.0.0.1", "[::1]"].map(|name| format!("{name}:{port}")));
        }
        for name in named {
            let name = name.to_ascii_lowercase();
            all.push(format!("{name}:{port}"));
            all.push(name);
        }
        Self(all)
    }

    fn is_ours(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        self.0.contains(&host)
    }

    /// **Errors**: the service was reached by a name that is not its own, as when another site's name points at it.
    pub(crate) fn check_host(&self, headers: &HeaderMap, uri: &Uri) -> Result<()> {
        let mut given = headers.get_all(header::HOST).iter();
        let named = given.next().and_then(|value| value.to_str().ok()).filter(|_| given.next().is_none());
        let host = uri.authority().map(axum::http::uri::Authority::as_str).or(named);
        match host {
            Some(host) if self.is_ours(host) => Ok(()),
            _ => Err(Problem::forbidden("the service has no such name")
                .hint("name it with `host` when the service is started")),
        }
    }

    /// **Errors**: a page of another site asks.
    pub(crate) fn check_origin(&self, headers: &HeaderMap) -> Result<()> {
        let refuse = || Problem::forbidden("a page of another site may not ask");
        if let Some(site) = headers.get("sec-fetch-site")
            && !matches!(site.to_str(), Ok("same-origin" | "none"))
        {
            return Err(refuse());
        }
        let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
        let origin = origin.to_str().unwrap_or_default();
        let host = origin.split_once("://").map_or("", |(_, host)| host);
        if self.is_ours(host) { Ok(()) } else { Err(refuse()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| (name.parse().unwrap(), HeaderValue::from_str(value).unwrap()))
            .collect()
    }

    #[test]
    fn another_name_or_another_site_is_refused() {
        let hosts = Hosts::new("127.0.0.1:8317".parse().unwrap(), &["Data.Example".to_owned()]);
        let uri = Uri::from_static("/");
        for host in ["127.0.0.1:8317", "localhost:8317", "LOCALHOST:8317", "[::1]:8317", "data.example"] {
            assert!(hosts.check_host(&headers(&[("host", host)]), &uri).is_ok(), "{host}");
            assert!(hosts.check_origin(&headers(&[("origin", &format!("http://{host}"))])).is_ok(), "{host}");
        }
        for host in ["", "evil.example:8317", "127.0.0.1", "127.0.0.1:80", "localhost.evil.example:8317"] {
            assert!(hosts.check_host(&headers(&[("host", host)]), &uri).is_err(), "{host}");
        }
        assert!(hosts.check_host(&headers(&[]), &uri).is_err());
        for origin in ["null", "http://evil.example", "http://127.0.0.1:9999", "file://"] {
            assert!(hosts.check_origin(&headers(&[("origin", origin)])).is_err(), "{origin}");
        }
        assert!(hosts.check_origin(&headers(&[("sec-fetch-site", "cross-site")])).is_err());
        assert!(hosts.check_origin(&headers(&[("sec-fetch-site", "same-site")])).is_err());
        assert!(hosts.check_origin(&headers(&[])).is_ok());
    }
}
