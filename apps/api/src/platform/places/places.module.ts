import { Global, Module } from '@nestjs/common';
import { AdmissionPlaces } from './admission-places.js';
import { ResourcePlaces } from './resource-places.service.js';
import { Threads } from './threads.service.js';

@Global()
@Module({ providers: [AdmissionPlaces, ResourcePlaces, Threads], exports: [AdmissionPlaces, ResourcePlaces, Threads] })
export class PlacesModule {}
