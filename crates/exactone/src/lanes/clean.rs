//! Lines of just a puzzle, at the beginning of a text.

use super::machine::{Machine, Portable};

/// How much of the beginning of a text is lines that each hold just one puzzle of 81 characters: bytes and lines.
///
/// A line ends in LF or CR LF. A line of 81 dashes does not count, as it may be part of a drawing.
///
/// ```
/// use exactone::lanes::clean_lines;
/// let text = format!("{0}\n{0}\r\n{0} \n", ".".repeat(81));
/// assert_eq!(clean_lines(text.as_bytes()), (82 + 83, 2));
/// ```
pub fn clean_lines(text: &[u8]) -> (usize, usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(vbmi) = super::vbmi::Vbmi::detect() {
        return vbmi.clean_lines(text);
    }
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = super::avx2::Avx2::detect() {
        return avx2.clean_lines(text);
    }
    Portable::new().clean_lines(text)
}

/// The body of [`Machine::clean_lines`].
#[inline(always)]
pub(super) fn clean(text: &[u8], is_puzzle: impl Fn(&[u8; 81]) -> bool) -> (usize, usize) {
    let (mut at, mut lines) = (0, 0);
    while let Some((puzzle, end)) = text[at..].split_first_chunk() {
        let end = match end {
            [b'\n', ..] => 1,
            [b'\r', b'\n', ..] => 2,
            _ => break,
        };
        if !is_puzzle(puzzle) || (puzzle[0] == b'-' && *puzzle == [b'-'; 81]) {
            break;
        }
        at += 81 + end;
        lines += 1;
    }
    (at, lines)
}

#[cfg(test)]
mod tests {
    use super::super::oracle::Random;
    use super::super::{Engine, Givens};
    use super::*;

    #[test]
    fn clean_lines_are_counted_alike() {
        let mut random = Random(25);
        let good = random.puzzle(40, 0).map(|digit| if digit > 0 { char::from(b'0' + digit) } else { '.' });
        let good = String::from_iter(good);
        let dashes = "-".repeat(81);
        for text in [
            String::new(),
            format!("{good}\n{good}\r\n{good}"),
            format!("{good}\n{dashes}\n{good}\n"),
            format!("{}\n{good}\n", dashes.replacen("--", "-1", 1)),
            format!("{good}\n{good},\n"),
            format!("{good}\r{good}\n"),
            format!("{good}\n{}x\n", &good[1..]),
        ] {
            let text = text.as_bytes();
            let (bytes, lines) = clean_lines(text);
            assert_eq!((bytes, lines), Portable::new().clean_lines(text));
            assert_eq!(text[..bytes].split_inclusive(|&byte| byte == b'\n').count(), lines);
            // Each is a puzzle, and what follows is not.
            let mut engine = Engine::new();
            engine.solve_lines(&text[..bytes], &mut Vec::new(), |odd, _| panic!("{odd:?}"));
            let next = text[bytes..].split_inclusive(|&byte| byte == b'\n').next().unwrap_or_default();
            assert!(next.strip_suffix(b"\n").is_none_or(|next| next.len() != 81
                || next == dashes.as_bytes()
                || Givens::from_text(next).is_err()));
        }
    }
}
