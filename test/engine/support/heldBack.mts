import type { INodeExecutionData } from 'n8n-workflow';
import type { NodeRun } from '../../../harness/engine/runNode.mts';

/** A node at *Held Back*, so that the node outputs everybody else. */
export const GO_ON = {
	after: [{ name: 'Look', type: 'n8n-nodes-base.noOp', position: [0, 0], output: 3 }],
} satisfies Pick<NodeRun, 'after'>;

/** What *Held Back* says, which is the same in each of its items. */
export function saidIn(heldBack: INodeExecutionData[]): string[] {
	return heldBack.flatMap(({ json }) => ('message' in json ? String(json.message) : []));
}
