import { emptyMemory, memoryStore } from '../../src/store/memory.ts';
import { storeContract } from './contract.ts';

storeContract('the memory store', async isAlive => {
  const memory = emptyMemory();
  return { open: async () => memoryStore(isAlive, memory), dispose: async () => {} };
});
