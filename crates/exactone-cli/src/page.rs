//! The page inside the program, and the server that hands out its files.
//!
//! The files are those of `web/dist`. Names with a hash in them never change their content, so browsers may keep them;
//! everything else is asked for again and answered with "not modified" where it is still the same.

use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::time::Duration;

use axum::Router;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use rust_embed::{EmbeddedFile, RustEmbed};

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
struct Files;

/// What the page may do: run its own scripts and WebAssembly, start its own worker, load its own files.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; \
    style-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// How many ports are tried after the first.
const PORTS: u16 = 100;

/// How often the server looks whether it is to end.
const GLANCE: Duration = Duration::from_millis(50);

/// How long answers on their way may take once it is to end.
const PATIENCE: Duration = Duration::from_secs(1);

/// A listener on 127.0.0.1 at this port or the next free one; 0 for any.
pub fn listen(port: u16) -> io::Result<TcpListener> {
    let mut tried = TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    for next in (port..=port.saturating_add(PORTS)).skip(1) {
        match &tried {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
                tried = TcpListener::bind((Ipv4Addr::LOCALHOST, next));
            }
            _ => break,
        }
    }
    tried
}

/// Serves the page until `ended` says so.
pub fn serve(listener: TcpListener, ended: fn() -> bool) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let wait = move || async move {
        while !ended() {
            tokio::time::sleep(GLANCE).await;
        }
    };
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let pages = Router::new().fallback_service(get(answer));
        let server = axum::serve(listener, pages).with_graceful_shutdown(wait());
        let mut server = std::pin::pin!(server.into_future());
        // A browser may hold a connection open; nobody waits for that longer than a moment.
        let late = async {
            wait().await;
            tokio::time::sleep(PATIENCE).await;
        };
        let mut late = std::pin::pin!(late);
        std::future::poll_fn(|context| match server.as_mut().poll(context) {
            std::task::Poll::Ready(result) => std::task::Poll::Ready(result),
            std::task::Poll::Pending => late.as_mut().poll(context).map(Ok),
        })
        .await
    })
}

/// The answer to a request for a file.
async fn answer(uri: Uri, asked: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let Some(file) = Files::get(path) else {
        return (StatusCode::NOT_FOUND, headers("text/plain; charset=utf-8", None, path), "no such file\n")
            .into_response();
    };
    let tag = tag(&file);
    let mut headers = headers(media_type(path), Some(&tag), path);
    if asked.get(header::IF_NONE_MATCH).is_some_and(|known| matches(known, &tag)) {
        headers.remove(header::CONTENT_TYPE);
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, file.data.into_owned()).into_response()
}

/// The entity tag of a file: its hash.
fn tag(file: &EmbeddedFile) -> String {
    use std::fmt::Write;
    let mut tag = String::from("\"");
    for byte in &file.metadata.sha256_hash()[..16] {
        write!(tag, "{byte:02x}").expect("a String takes everything");
    }
    tag + "\""
}

/// Whether an If-None-Match names this tag.
fn matches(known: &HeaderValue, tag: &str) -> bool {
    let Ok(known) = known.to_str() else { return false };
    known.split(',').map(str::trim).any(|one| one == "*" || one.trim_start_matches("W/") == tag)
}

fn headers(media_type: &'static str, tag: Option<&str>, path: &str) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    // The build puts a hash into every name under assets/.
    let keep = if path.starts_with("assets/") && tag.is_some() {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    if let Some(tag) = tag.and_then(|tag| HeaderValue::from_str(tag).ok()) {
        headers.insert(header::ETAG, tag);
    }
    headers
}

/// The media type by the end of a name; every kind of file in the page is here (tested).
fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, end)| end) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_page_has_a_media_type_and_they_are_all_there() {
        let names: Vec<String> = Files::iter().map(|name| name.into_owned()).collect();
        assert!(names.iter().any(|name| name == "index.html"));
        for end in [".js", ".css", ".wasm"] {
            assert!(
                names.iter().any(|name| name.starts_with("assets/") && name.ends_with(end)),
                "{end} in {names:?}"
            );
        }
        for name in &names {
            assert_ne!(media_type(name), "application/octet-stream", "{name}");
        }
    }

    #[test]
    fn a_taken_port_gives_the_next_one() {
        let first = listen(0).expect("some port is free");
        let port = first.local_addr().expect("a bound listener has an address").port();
        let second = listen(port).expect("a port after it is free");
        assert!(second.local_addr().expect("a bound listener has an address").port() > port);
    }

    #[test]
    fn tags_match_as_the_standard_says() {
        let known = |text: &'static str| HeaderValue::from_static(text);
        assert!(matches(&known("*"), "\"a\""));
        assert!(matches(&known("\"b\", W/\"a\""), "\"a\""));
        assert!(!matches(&known("\"ab\""), "\"a\""));
    }
}
