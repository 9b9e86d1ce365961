/** The code that a call was refused with. */
export const codeOf = (response: { json(): { error: { code: string } } }): string => response.json().error.code;
