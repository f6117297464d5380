//! Which characters may stand in a message as they are.

/// Whether a character may be printed as it is: neither a control character nor one that reorders, hides or breaks the
/// text around it (Unicode's directional and invisible format characters, line and paragraph separators).
///
/// The joiners U+200C and U+200D, which many languages write words with, may be printed. See Boucher and Anderson, Trojan
/// Source: invisible vulnerabilities, USENIX Security 2023, for what messages can be made to say with the others.
///
/// ```
/// use exactone_sat::is_printable;
/// assert!("甲'\\é \u{200D}".chars().all(is_printable));
/// assert!(!"\u{202E}\u{2066}\u{FEFF}\n\u{7F}\u{2028}".chars().any(is_printable));
/// ```
pub fn is_printable(c: char) -> bool {
    !c.is_control()
        && !matches!(c, '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{FEFF}')
        && !matches!(c, '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}')
}
