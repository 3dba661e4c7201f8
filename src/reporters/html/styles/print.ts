/** On paper: light, every broken case named, no tools. */
export const PRINT = `
@media print {
  :root { --paper: #fff; --card: #fff; --sunk: #f4f4f4; --ink: #000; --soft: #444; --line: #ccc; --firm: #999; --accent: #1f5aa8; --good: #17693f; --bad: #b3261e; --open: #855000; --good-bg: #eef7f1; --bad-bg: #fdf0ef; --open-bg: #fdf6e8; --odd: #6d2f86; --quiet: #555; color-scheme: light; }
  body { display: block; font-size: 10pt; }
  nav, .side, #tools, .skip, .copy-button { display: none !important; }
  main { max-width: none; padding: 0; }
  .defect, .unproven > li, .masthead { break-inside: auto; }
  .judged, .exchange, tr, .picture, .cases > li { break-inside: avoid; }
  .wire { max-height: none; }
  .cases > li { content-visibility: visible; }
  h2, h3 { break-after: avoid; }
  .more::details-content, .chapter::details-content { content-visibility: visible; display: block; }
}
`;
