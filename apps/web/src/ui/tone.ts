/** What a state means for the person; the words say it, the tone only repeats it. */
export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';
