/** Which delivery a record came with; decides between two versions of the same thing. */
export interface Provenance {
  fileId: number;
  exportedAt: string;
}
