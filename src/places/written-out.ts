/** Words of names as the postal service abbreviates them (Publication 28), and as people do. */
const WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    bch: "beach",
    bchs: "beach",
    ctr: "center",
    crk: "creek",
    cty: "city",
    cyn: "canyon",
    est: "estates",
    ests: "estates",
    fls: "falls",
    frst: "forest",
    gdn: "garden",
    gdns: "gardens",
    grv: "grove",
    hbr: "harbor",
    hgts: "heights",
    hl: "hill",
    hls: "hills",
    hts: "heights",
    hvn: "haven",
    isl: "island",
    jct: "junction",
    lk: "lake",
    lks: "lakes",
    lndg: "landing",
    mdw: "meadow",
    mdws: "meadows",
    mtn: "mountain",
    pk: "park",
    pln: "plain",
    plns: "plains",
    pls: "palos",
    pnes: "pines",
    prt: "port",
    pt: "point",
    rch: "rancho",
    rdg: "ridge",
    rnch: "ranch",
    shr: "shore",
    shrs: "shores",
    sn: "san",
    spg: "spring",
    spgs: "springs",
    spng: "spring",
    spngs: "springs",
    sta: "santa",
    twp: "township",
    vis: "vista",
    vlg: "village",
    vly: "valley",
    vrd: "verdes",
    vrds: "verdes",
  }),
);

/** What is replaced in a normalized text, and by what. */
export type Form = readonly [from: RegExp, to: string];

/** Spanish forms of a county's and a city's name, and long forms of an airport's and a campus's. */
export const COMMON_FORMS: readonly Form[] = [
  [/^(?:el )?condado de (.+)$/, "$1 county"],
  [/^(?:la )?ciudad de (.+)$/, "$1"],
  [/ (?:intl|international) airport$/, " airport"],
  [/ campus$/, ""],
];

/** A normalized name with its abbreviations written out. */
export function writtenOut(name: string, forms: readonly Form[]): string {
  let text = name;
  for (const [from, to] of forms) text = text.replace(from, to);
  return text.replace(/[^ ,]+/g, (word) => WORDS.get(word) ?? word);
}
