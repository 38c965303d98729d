import { useEffect, useRef, useState } from 'react';

/** A file that is dropped anywhere on the page, unless a dialog has places of its own. Tells whether one is held above. */
export function useDroppedFile(isActive: boolean, onDropped: (file: File) => void): boolean {
  const [isAbove, setAbove] = useState(false);
  const take = useRef(onDropped);
  take.current = onDropped;
  useEffect(() => {
    if (!isActive) return;
    const isOfFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const hold = (event: DragEvent) => {
      if (!isOfFiles(event)) return;
      event.preventDefault();
      setAbove(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setAbove(false);
    };
    const drop = (event: DragEvent) => {
      if (!isOfFiles(event)) return;
      event.preventDefault();
      setAbove(false);
      const file = event.dataTransfer?.files[0];
      if (file) take.current(file);
    };
    const controller = new AbortController();
    const { signal } = controller;
    document.addEventListener('dragover', hold, { signal });
    document.addEventListener('dragleave', leave, { signal });
    document.addEventListener('drop', drop, { signal });
    return () => controller.abort();
  }, [isActive]);
  return isActive && isAbove;
}
