//! A list that is read as a whole and shown a piece at a time, in an order that its page names.

use crate::web::parts::Pager;
use crate::web::shell::Shell;

/// A piece of a list, and the pager beneath it. `name` is the part of the address that says where the piece begins.
pub(super) fn slice<T>(
    shell: &Shell,
    all: Vec<T>,
    from: Option<usize>,
    size: usize,
    (path, name): (&str, &str),
    sorted: &str,
) -> (Vec<T>, Pager) {
    // A place behind the end is that of a list which has become shorter: it begins anew.
    let from = from.filter(|from| *from < all.len()).unwrap_or(0);
    let next = (from + size < all.len()).then(|| format!("{path}?{name}={}", from + size));
    let piece = all.into_iter().skip(from).take(size).collect();
    (piece, Pager::new(shell, sorted, (from > 0).then_some(path), next.as_deref()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    #[test]
    fn the_pieces_of_a_list_are_the_list() {
        let shell = Shell::of(&TestRequest::with_uri("/staff/x").to_http_request());
        let all: Vec<usize> = (0..25).collect();
        let mut seen = Vec::new();
        for from in [0, 10, 20] {
            let (piece, pager) = slice(&shell, all.clone(), Some(from), 10, ("/staff/x", "from"), "number");
            assert_eq!(pager.to_string().contains(&format!("from={}", from + 10)), from < 20);
            seen.extend(piece);
        }
        assert_eq!(seen, all);
        let (piece, _) = slice(&shell, all, Some(99), 10, ("/staff/x", "from"), "number");
        assert_eq!(piece.len(), 10, "behind the end it begins anew");
    }
}
