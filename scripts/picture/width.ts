/** East Asian wide and full-width letters, and pictures that are shown as such without being asked to. */
const WIDE =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]|\p{Emoji_Presentation})/u;

/** How many columns a terminal gives to a character. */
export const widthOf = (character: string): number =>
  WIDE.test(character) || character.includes('\ufe0f') ? 2 : 1;
