import { comparedText } from './password-rules.ts';

/**
 * Words that people often choose as passwords: the top of published lists of leaked passwords, in the languages of the
 * portal. Longer passwords on those lists are the same words, repeated, joined or with numbers.
 */
const words = `
password passwort passwd pass heslo haslo motdepasse contrasena senha secret geheim tajne tajneheslo mellon
iloveyou iloveu loveyou ichliebedich jetaime tiamo kocham kochamcie lubimta milujemta teamo amore
welcome willkommen bienvenue benvenuto vitajte witaj hello hallo bonjour ciao ahoj salut
letmein trustno master superman batman spiderman pokemon starwars naruto minecraft fortnite
dragon monkey princess prinzessin princesse principessa sunshine shadow football soccer baseball hockey basketball
charlie michael jennifer jessica ashley daniel andrew thomas michelle nicole matthew joshua jordan george amanda
freedom whatever computer internet samsung iphone google facebook instagram microsoft windows
summer winter spring autumn sommer herbst hiver printemps automne estate inverno lato zima jesien leto jesen
january february march april june july august september october november december
monday tuesday wednesday thursday friday saturday sunday
canada quebec ontario toronto montreal ottawa deutschland slovensko polska italia england london
family mother father mamma mama papa baby angel flower chocolate cookie pepper cheese orange banana
arsenal chelsea liverpool barcelona realmadrid juventus bayern canadiens mapleleafs
login admin administrator root user test testing guest default changeme qazwsx zaq1zaq1 azerty asdf qwerty qwertz
abc xyz mustang ferrari mercedes porsche harley killer hunter ranger thunder tigger buster ginger snoopy matrix
correcthorsebatterystaple correct horse battery staple lorem ipsum dolor thisis my is the and please
`
  .split(/\s+/)
  .filter(Boolean)
  .sort((a, b) => b.length - a.length);

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'yxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
];
const runs = rows.flatMap((row) => [row, [...row].reverse().join('')]);
const shortestRun = 3;

const lookAlikes: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

/**
 * True if a password is easy to guess: few different characters, one repeated piece, or only well-known words, keyboard rows,
 * number sequences and years. Checks the password as typed, and with look-alike digits read as letters (`p4ssw0rd`).
 */
export function isCommonPassword(password: string): boolean {
  const typed = comparedText(password);
  const asLetters = typed.replace(/[@4310!$57]/g, (character) => lookAlikes[character] ?? character);
  return new Set(typed).size < 5 || isRepetition(typed) || isFilledByKnown(typed) || isFilledByKnown(asLetters);
}

/** True if one piece of at most half the length is repeated; the last repetition may be incomplete. */
function isRepetition(text: string): boolean {
  const lengths = Array.from({ length: Math.floor(text.length / 2) }, (_, index) => index + 1);
  return lengths.some((length) => text.startsWith(text.slice(length)));
}

/** True if all characters except a few belong to known words, sequences, digits or separators. */
function isFilledByKnown(text: string): boolean {
  let unknown = 0;
  for (let at = 0; at < text.length; ) {
    const step = knownLengthAt(text, at);
    if (step === 0) unknown += 1;
    at += Math.max(step, 1);
  }
  return unknown < 4;
}

function knownLengthAt(text: string, at: number): number {
  const word = words.find((candidate) => text.startsWith(candidate, at));
  const longest = Math.max(word?.length ?? 0, runLengthAt(text, at));
  return longest > 0 ? longest : (/^[\d\s._+*#&?!-]/.exec(text.slice(at))?.[0].length ?? 0);
}

function runLengthAt(text: string, at: number): number {
  let length = shortestRun;
  while (at + length <= text.length && runs.some((run) => run.includes(text.slice(at, at + length)))) length += 1;
  return length > shortestRun ? length - 1 : 0;
}
