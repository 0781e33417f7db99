use super::*;

#[test]
fn every_built_in_file_reads_without_a_problem() {
    for (name, text) in files() {
        let scheme = load(&text).unwrap_or_else(|problems| panic!("{name}: {problems:#?}"));
        assert_eq!(name, format!("{}.toml", scheme.id), "the file is named by its scheme");
    }
    assert_eq!(all().len(), files().len());
}
