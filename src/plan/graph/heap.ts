/** A binary heap of numbers in a plain array, smallest first. */
export function heapPush(heap: number[], value: number): void {
  let hole = heap.length;
  heap.push(value);
  while (hole > 0) {
    const parent = (hole - 1) >> 1;
    if (heap[parent]! <= value) break;
    heap[hole] = heap[parent]!;
    hole = parent;
  }
  heap[hole] = value;
}

export function heapPop(heap: number[]): number | undefined {
  const smallest = heap[0];
  const last = heap.pop();
  if (last !== undefined && heap.length > 0) sinkFromTop(heap, last);
  return smallest;
}

function sinkFromTop(heap: number[], value: number): void {
  let hole = 0;
  for (;;) {
    let child = 2 * hole + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && heap[child + 1]! < heap[child]!) child += 1;
    if (heap[child]! >= value) break;
    heap[hole] = heap[child]!;
    hole = child;
  }
  heap[hole] = value;
}
