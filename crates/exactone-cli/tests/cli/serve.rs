//! `exactone serve`, without the page and with it (feature `web`).

use crate::support::run;

#[test]
fn the_help_has_examples_and_statuses() {
    let help = run(&["serve", "--help"]);
    assert_eq!(help.code, 0);
    assert!(help.out.contains("exactone serve --open") && help.out.contains("127.0.0.1"), "{}", help.out);
}

#[cfg(not(feature = "web"))]
#[test]
fn a_program_without_the_page_says_in_one_line_how_to_build_it() {
    let run = run(&["serve", "--open"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    assert!(
        run.err.contains("scripts/build-page && cargo build --release -p exactone-cli --features web"),
        "{}",
        run.err
    );
}

#[cfg(feature = "web")]
mod with_page {
    use std::io::{BufRead, BufReader, Read, Write};
    use std::net::TcpStream;
    use std::process::{Child, Command};

    use crate::support::{CLASSIC, command, run};

    /// A running server, ended when dropped.
    struct Server {
        child: Child,
        address: String,
    }

    impl Server {
        fn start(arguments: &[&str]) -> Server {
            let mut child = command(&[&["serve"], arguments].concat()).spawn().expect("the binary starts");
            let mut address = String::new();
            let out = child.stdout.as_mut().expect("standard output is a pipe");
            BufReader::new(out).read_line(&mut address).expect("the address is printed");
            Server { child, address: address.trim_end().to_owned() }
        }

        fn port(&self) -> u16 {
            let host = self.address.strip_prefix("http://127.0.0.1:").expect("this machine only");
            host.split_once('/').expect("a path follows").0.parse().expect("a port")
        }

        /// Status line, headers and body of the answer.
        fn ask(&self, method: &str, path: &str, headers: &str) -> (String, String, Vec<u8>) {
            let mut stream = TcpStream::connect(("127.0.0.1", self.port())).expect("the server listens");
            let request =
                format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{headers}\r\n");
            stream.write_all(request.as_bytes()).expect("the request goes out");
            let mut answer = Vec::new();
            stream.read_to_end(&mut answer).expect("the answer comes in");
            let end = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("headers end");
            let head = String::from_utf8(answer[..end].to_vec()).expect("headers are text");
            let (status, headers) = head.split_once("\r\n").expect("headers follow");
            (status.to_owned(), headers.to_lowercase(), answer[end + 4..].to_vec())
        }
    }

    impl Drop for Server {
        fn drop(&mut self) {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }

    fn header<'a>(headers: &'a str, name: &str) -> &'a str {
        let line = headers.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
        line.unwrap_or_else(|| panic!("no {name} in {headers}"))
    }

    #[test]
    fn the_page_comes_with_types_policy_and_tags() {
        let server = Server::start(&["--port", "0"]);
        let (status, headers, body) = server.ask("GET", "/", "");
        assert_eq!(status, "HTTP/1.1 200 OK");
        assert_eq!(header(&headers, "content-type"), "text/html; charset=utf-8");
        let policy = header(&headers, "content-security-policy");
        for rule in ["default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "worker-src 'self'"] {
            assert!(policy.contains(rule), "{policy}");
        }
        let page = String::from_utf8(body).expect("HTML is text");
        let script = page.split_once("src=\"./").expect("a script").1.split_once('"').expect("its end").0;
        let (status, headers, _) = server.ask("HEAD", &format!("/{script}"), "");
        assert_eq!(
            (status.as_str(), header(&headers, "content-type")),
            ("HTTP/1.1 200 OK", "text/javascript; charset=utf-8")
        );
        assert!(header(&headers, "cache-control").contains("immutable"));
        let tag = header(&headers, "etag").to_owned();
        let (status, _, body) =
            server.ask("GET", &format!("/{script}"), &format!("If-None-Match: {tag}\r\n"));
        assert_eq!((status.as_str(), body.len()), ("HTTP/1.1 304 Not Modified", 0));
    }

    #[test]
    fn what_is_not_there_is_not_found_and_nothing_can_be_sent() {
        let server = Server::start(&["--port", "0"]);
        for path in ["/nothing", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "//etc/passwd"] {
            assert_eq!(server.ask("GET", path, "").0, "HTTP/1.1 404 Not Found", "{path}");
        }
        assert_eq!(server.ask("POST", "/", "Content-Length: 0\r\n").0, "HTTP/1.1 405 Method Not Allowed");
    }

    #[test]
    fn a_puzzle_stands_in_the_address_and_a_taken_port_gives_the_next() {
        let first = Server::start(&["--port", "0", CLASSIC]);
        let dotted = CLASSIC.replace('0', ".");
        assert!(first.address.ends_with(&format!("/#p={dotted}&b=3x3")), "{}", first.address);
        let second = Server::start(&["--port", &first.port().to_string()]);
        assert!(second.port() > first.port());
        let bad = run(&["serve", "--port", "0", "123"]);
        assert_eq!((bad.code, bad.out.as_str()), (2, ""));
    }

    #[cfg(unix)]
    #[test]
    fn control_c_ends_it_cleanly() {
        let mut server = Server::start(&["--port", "0"]);
        let idle = TcpStream::connect(("127.0.0.1", server.port())).expect("the server listens");
        let pid = server.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill is there").success());
        assert_eq!(server.child.wait().expect("it ends").code(), Some(0));
        drop(idle);
    }
}
