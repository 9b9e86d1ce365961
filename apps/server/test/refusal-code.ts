/** The code with which a call was refused. */
export const codeOf = (response: { json(): { error: { code: string } } }): string => response.json().error.code;
