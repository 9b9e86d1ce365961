/** The words of the command line are wrong; the message says which, and what they may be. */
class WrongUsage extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WrongUsage';
  }
}

/** @throws WrongUsage with this sentence unless the words are right. */
export function assertUsage(isRight: boolean, sentence: string): asserts isRight {
  if (!isRight) throw new WrongUsage(sentence);
}
