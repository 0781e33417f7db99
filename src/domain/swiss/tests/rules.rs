use super::super::{Colour, Refusal, next_round};
use super::*;

#[test]
fn the_first_round_follows_the_policy_within_the_one_score_group() {
    let eight = players(&[0; 8]);
    let of = |within| pairs(&next_round(&eight, &policy(within)).unwrap());
    assert_eq!(of(Within::Halves), [(1, 5), (2, 6), (3, 7), (4, 8)]);
    assert_eq!(of(Within::Ends), [(1, 8), (2, 7), (3, 6), (4, 5)]);
    assert_eq!(of(Within::Neighbours), [(1, 2), (3, 4), (5, 6), (7, 8)]);
}

#[test]
fn points_come_before_everything_and_the_last_of_a_group_floats_to_the_first_below() {
    let six = players(&[4, 4, 4, 2, 2, 0]);
    let paired = next_round(&six, &policy(Within::Halves)).unwrap();
    assert_eq!(pairs(&paired), [(1, 2), (3, 4), (5, 6)]);
}

#[test]
fn the_bye_goes_to_the_lowest_without_one() {
    let mut five = players(&[4, 2, 2, 0, 0]);
    assert_eq!(next_round(&five, &policy(Within::Halves)).unwrap().bye, Some(5));
    five[4].had_bye = true;
    assert_eq!(next_round(&five, &policy(Within::Halves)).unwrap().bye, Some(4));
    five.iter_mut().for_each(|player| player.had_bye = true);
    assert_eq!(next_round(&five, &policy(Within::Halves)), Err(Refusal::EverybodyHadABye));
}

#[test]
fn the_bye_moves_up_where_the_others_could_only_meet_again() {
    let mut three = players(&[2, 2, 0]);
    meet(&mut three, 1, 2);
    let paired = next_round(&three, &policy(Within::Halves)).unwrap();
    assert_eq!((pairs(&paired), paired.bye), (vec![(1, 3)], Some(2)));
}

#[test]
fn where_only_repeats_are_left_it_is_said_and_allowed_on_express_word_alone() {
    let mut four = players(&[2, 2, 0, 0]);
    for (black, white) in [(1, 2), (3, 4), (1, 3), (2, 4), (1, 4), (2, 3)] {
        meet(&mut four, black, white);
    }
    let strict = policy(Within::Halves);
    assert_eq!(next_round(&four, &strict), Err(Refusal::OnlyRepeats));
    let paired = next_round(&four, &Policy { allow_repeats: true, ..strict }).unwrap();
    assert_eq!((pairs(&paired), paired.repeats), (vec![(1, 2), (3, 4)], 2), "points still decide");
    assert_eq!(next_round(&four[..1], &strict), Err(Refusal::TooFew));
    assert_eq!(next_round(&[], &strict), Err(Refusal::TooFew));
}

#[test]
fn nobody_has_a_colour_three_times_in_a_row_where_another_partner_avoids_it() {
    let mut four = players(&[4; 4]);
    for (player, colour) in four.iter_mut().zip([Colour::Black, Colour::White, Colour::Black, Colour::White]) {
        player.hand = player.hand.and(colour).and(colour);
    }
    // By the policy 1 would meet 3, who has had Black twice as well.
    let paired = next_round(&four, &policy(Within::Halves)).unwrap();
    for (black, white) in paired.boards {
        assert!(black.is_multiple_of(2) && !white.is_multiple_of(2), "{black} {white}");
    }
}

#[test]
fn who_has_had_more_of_a_colour_takes_the_other() {
    let mut two = players(&[2, 2]);
    two[0].hand = two[0].hand.and(Colour::Black);
    two[1].hand = two[1].hand.and(Colour::White);
    assert_eq!(next_round(&two, &policy(Within::Halves)).unwrap().boards, [(2, 1)]);
}

#[test]
fn players_of_one_club_are_kept_apart_while_it_is_protected_unless_points_say_otherwise() {
    let mut four = players(&[0; 4]);
    for (player, club) in four.iter_mut().zip(["一", "二", "一", "二"]) {
        player.school = Some(club.to_owned());
    }
    let plain = policy(Within::Halves);
    assert_eq!(pairs(&next_round(&four, &plain).unwrap()), [(1, 3), (2, 4)]);
    let protected = Policy { protect: true, ..plain };
    let apart = pairs(&next_round(&four, &protected).unwrap());
    assert!(apart.iter().all(|(a, b)| a % 2 != b % 2), "{apart:?}");
    (four[0].points, four[2].points) = (2, 2);
    let sorted = [four[0].clone(), four[2].clone(), four[1].clone(), four[3].clone()];
    assert_eq!(pairs(&next_round(&sorted, &protected).unwrap()), [(1, 3), (2, 4)]);
}

#[test]
fn the_lot_for_colours_depends_on_the_seed_alone() {
    let many = players(&[0; 40]);
    let drawn = |seed| next_round(&many, &Policy { seed, ..policy(Within::Halves) }).unwrap();
    assert_eq!(drawn(1), drawn(1));
    assert_ne!(drawn(1), drawn(2));
    let upper_black = drawn(1).boards.iter().filter(|(black, white)| black < white).count();
    assert!((4..=16).contains(&upper_black), "{upper_black} of 20");
}
