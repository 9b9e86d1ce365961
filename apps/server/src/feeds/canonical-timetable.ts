import type { TransportType } from '@tapfolio/domain/states.ts';
import type { Sourced } from './sourced.ts';

export interface LineRecord extends Sourced {
  operatorCode: string;
  lineId: string;
  name: string;
  longName: string | null;
  names: Record<string, string>;
  transportType: TransportType;
  color: string | null;
  textColor: string | null;
  sortOrder: number | null;
}

export interface StopRecord extends Sourced {
  operatorCode: string;
  stopId: string;
  stopCode: string | null;
  name: string;
  names: Record<string, string>;
  parentStopId: string | null;
  latitude: number | null;
  longitude: number | null;
}
