// Converts text to what a keyboard with the wrong layout types. The same key is at the same index of each layout.
const russian = 'йцукенгшщзхъфывапролджэячсмитьбюё';
const us = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
const azerbaijani = 'qüertyuiopöğasdfghjklıəzxcvbnmçş`';

const mapLetters = (from, to) => (text) => [...text].map((letter) => to[from.indexOf(letter)] ?? letter).join('');

/** What appears when a person who means to type Russian uses the US layout; the other names are built alike. */
export const russianOnUs = mapLetters(russian, us);
export const russianOnAzerbaijani = mapLetters(russian, azerbaijani);
export const azerbaijaniOnRussian = mapLetters(azerbaijani, russian);
export const englishOnRussian = mapLetters(us, russian);

const latin = 'abvqğdeəjziıykglmnoöprstuüfxhçcş';
const cyrillic = 'абвгғдеәжзиыјкҝлмноөпрстуүфхһчҹш';

/** Azerbaijani in the alphabet that was used before 1991. */
export const azerbaijaniInCyrillic = mapLetters(latin, cyrillic);
