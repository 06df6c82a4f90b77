import { useLayoutEffect } from 'preact/hooks';

/** Returns focus to where it was before the dialog opened, or to the composer if that element is gone. */
export function useFocusReturn(): void {
  useLayoutEffect(() => {
    const opener = document.activeElement;
    // The page behind the dialog can't take focus until the next frame.
    return () =>
      requestAnimationFrame(() => {
        const isThere = opener instanceof HTMLElement && opener !== document.body && opener.isConnected;
        const target = isThere ? opener : document.getElementById('composer');
        target?.focus();
      });
  }, []);
}
