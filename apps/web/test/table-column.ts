/** The texts of one column of the table, row by row. A row with a single cell, such as the heading of a day, is none of its rows. */
export function tableColumn(header: string): string[] {
  const place = [...document.querySelectorAll('thead th')].findIndex(({ textContent }) => textContent === header);
  return [...document.querySelectorAll('tbody tr')]
    .filter(({ children }) => children.length > 1)
    .map(({ children }) => children[place]?.textContent?.trim() ?? '');
}
