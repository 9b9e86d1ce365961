import { onTestFinished } from 'vitest';
import { server } from 'vitest/browser';

/** The page around the one of the tests, which is a frame in it. */
const { style } = parent.document.body;

/**
 * Draws no frame: nobody looks, and to draw all of them took 8 % of the processor time of these tests. Layout, styles, pointer and
 * `requestAnimationFrame` inside the page are as ever. A browser with a window draws.
 */
export function drawNothing(): void {
  if (server.config.browser.headless) style.opacity = '0';
}

/** Draws until the end of the test. To be called before anything is rendered: the browser does not report how what it did not draw moves. */
export function drawUntilEnd(): void {
  style.opacity = '';
  onTestFinished(drawNothing);
}

/** Whether what is rendered is drawn. */
export const isDrawn = (): boolean => style.opacity === '';
