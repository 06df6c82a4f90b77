import { useLayoutEffect } from 'preact/hooks';

/** Gives the keyboard back to what had it before the dialog came; to the message box when that is gone. */
export function useFocusReturn(): void {
  useLayoutEffect(() => {
    const opener = document.activeElement;
    // When the dialog has gone, the page behind it is still closed to the keyboard until it is drawn anew.
    return () =>
      requestAnimationFrame(() => {
        const isThere = opener instanceof HTMLElement && opener !== document.body && opener.isConnected;
        const target = isThere ? opener : document.getElementById('composer');
        target?.focus();
      });
  }, []);
}
